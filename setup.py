"""Only the compiled scanner needs this file; everything else is in pyproject.toml.

The extension is optional: without a C compiler Turnwise installs all the same, and reads with its plain Python twin.
"""

from glob import glob

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "turnwise.tables._kernel",
            sources=["src/turnwise/tables/_kernel.c"],
            depends=sorted(glob("src/turnwise/tables/_scanner/*.h")),
            define_macros=[("Py_LIMITED_API", "0x030B0000")],
            py_limited_api=True,
            extra_compile_args=["-O3"],
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
