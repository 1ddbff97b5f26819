"""Only the compiled parts need this file; everything else is in pyproject.toml.

They are optional: without a C compiler Turnwise installs all the same, and works with their plain Python twins.
"""

from glob import glob

from setuptools import Extension, setup


def compiled(name: str, source: str, depends: str = "") -> Extension:
    return Extension(
        name,
        sources=[source],
        depends=sorted(glob(depends)),
        define_macros=[("Py_LIMITED_API", "0x030B0000")],
        py_limited_api=True,
        extra_compile_args=["-O3"],
        optional=True,
    )


setup(
    ext_modules=[
        compiled("turnwise.tables._kernel", "src/turnwise/tables/_kernel.c", "src/turnwise/tables/_scanner/*.h"),
        compiled("turnwise.comparison._shuffle", "src/turnwise/comparison/_shuffle.c"),
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
