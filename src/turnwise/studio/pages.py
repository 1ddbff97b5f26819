"""The page on which visitors talk to an avatar. Everything that was typed or read is escaped here."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from turnwise.studio.avatar import Avatar
from turnwise.studio.dialogue import Dialogue
from turnwise.studio.exchange import Exchange, Option
from turnwise.studio.media import Clip
from turnwise.studio.said import cleaned
from turnwise.studio.thumb import DOWN, UP
from turnwise.tables.decisions import plural
from turnwise.tables.knowledge import KnowledgeBase

_THUMB = (
    '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">'
    '<path d="M2 10h4v11H2zM8 21V10l4-8c2 0 3 1.4 2.7 3.4L14 9h6c1.3 0 2.2 1.2 1.9 2.5l-1.8 7.6c-.3 1.1-1.2 1.9-2.4 '
    '1.9z"/></svg>'
)
#: How many questions a new visitor is shown.
SUGGESTED = 4


def page(title: str, body: str) -> str:
    """A whole page, of which nothing is fetched from elsewhere."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        '<link rel="stylesheet" href="/style.css">\n<link rel="icon" href="/icon.svg" type="image/svg+xml">\n'
        f'<script src="/talk.js" defer></script>\n</head>\n<body>\n{body}\n</body>\n</html>\n'
    )


def talk_page(dialogue: Dialogue, clips: dict[int, Clip], logged: bool, problem: str = "", typed: str = "") -> str:
    """The dialogue so far, and where to ask; `problem` says what was wrong with what was `typed`."""
    avatar = dialogue.avatar
    name = escape(avatar.name)
    said = "\n".join(exchange_part(dialogue, exchange, clips) for exchange in list(dialogue.exchanges))
    noted = "What you ask and how you rate the answers is written down, to make the avatar better." if logged else ""
    size = plural(len(avatar.kb.answers), "answer")
    body = f"""<a class="skip" href="#question">Skip to the question</a>
<header>
<div><h1>{name}</h1>
<p class="soft">{size}, found by <code>{escape(avatar.retriever)}</code>. {noted}</p></div>
<form method="post" action="/new"><button class="plain">New dialogue</button></form>
</header>
<main>
<div class="settings" hidden>
<label><input type="checkbox" id="open-options"> Show the options and their scores</label>
<label{"" if clips else " hidden"}><input type="checkbox" id="play-clips"> Play clips at once</label>
</div>
{"" if said else welcome(avatar)}
<div id="dialogue" role="log" aria-live="polite" aria-label="Dialogue">
{said}
</div>
<p id="noted" class="unseen" role="status"></p>
</main>
{ask_form(name, problem, typed)}"""
    return page(avatar.name, body)


def ask_form(name: str, problem: str, typed: str) -> str:
    wrong = ' aria-invalid="true"' if problem else ""
    return f"""<form id="ask" method="post" action="/ask" class="ask" aria-label="Ask">
<p id="problem" role="alert">{escape(problem)}</p>
<label for="question">Ask {name}</label>
<div class="row"><input id="question" name="question" type="text" autocomplete="off" enterkeyhint="send" dir="auto"
 value="{escape(typed)}" aria-describedby="problem"{wrong}><button>Ask</button></div>
</form>"""


def welcome(avatar: Avatar) -> str:
    """What a visitor sees who has not asked yet: some questions that surely have an answer."""
    forms = "".join(
        f'<li><form method="post" action="/ask"><input type="hidden" name="question" value="{escape(question)}">'
        f'<button class="plain" dir="auto">{escape(question)}</button></form></li>'
        for question in suggestions(avatar.kb)
    )
    head = '<h2 id="such-as">Ask anything, such as</h2>'
    return f'<section id="welcome" aria-labelledby="such-as">{head}<ul>{forms}</ul></section>'


def suggestions(kb: KnowledgeBase) -> list[str]:
    """Short questions from all over a knowledge base: one a category where it has some, else evenly spread."""
    short = [pair for pair in range(len(kb)) if len(kb.questions[kb.question_of[pair]]) <= 60]
    first: dict[str, int] = {}
    for pair in short:
        first.setdefault(kb.categories[pair], pair)
    chosen = list(first.values()) if len(first) > 1 else short
    step = max(1, len(chosen) // SUGGESTED)
    texts = (cleaned(kb.questions[kb.question_of[pair]]) for pair in chosen[::step])
    return [text for text in dict.fromkeys(texts) if text][:SUGGESTED]


def exchange_part(dialogue: Dialogue, exchange: Exchange, clips: dict[int, Clip]) -> str:
    """A question and its answer, with its clip, thumbs and options."""
    n, given = exchange.number, exchange.options[0] if exchange.answered else None
    clip = clips.get(given.answer) if given else None
    return f"""<article id="exchange-{n}" class="exchange" tabindex="-1" aria-label="Question {n}">
<div class="asked"><span class="who">You</span><p dir="auto">{escape(exchange.question)}</p></div>
<div class="said{"" if given else " nothing"}"><span class="who">{escape(dialogue.avatar.name)}</span>
<p dir="auto">{escape(exchange.reply)}</p>
{player(given.answer, clip) if given and clip else ""}<div class="under">{thumbs(dialogue, exchange, exchange.item)}
{options_part(dialogue, exchange)}</div></div>
</article>"""


def player(answer: int, clip: Clip) -> str:
    """A clip that can be played, stopped and searched from the keyboard; a video has what is said as captions."""
    source = f"/clip/{answer}"
    if not clip.is_video:
        return f'<audio controls preload="metadata" src="{source}" aria-label="The answer as sound"></audio>\n'
    return (
        f'<video controls playsinline preload="metadata" src="{source}" aria-label="The answer as video">'
        f'<track kind="captions" label="What is said" src="{source}/captions.vtt"></video>\n'
    )


def options_part(dialogue: Dialogue, exchange: Exchange) -> str:
    if not exchange.options:
        return '<p class="soft none">Nothing in the knowledge base speaks to that.</p>'
    rows = "\n".join(option_item(dialogue, exchange, rank, option) for rank, option in enumerate(exchange.options, 1))
    least = dialogue.avatar.abstain
    silent = exchange.answered or least is None
    why = "" if silent else f'<p class="soft">None scores {least:g} or more, so none was given.</p>'
    return f'<details><summary>Options and scores</summary>{why}<ol class="options">\n{rows}\n</ol></details>'


def option_item(dialogue: Dialogue, exchange: Exchange, rank: int, option: Option) -> str:
    """An answer that was found, why, and how well; the one that was given has its thumbs above."""
    given = exchange.answered and rank == 1
    rate = '<span class="soft">given</span>' if given else thumbs(dialogue, exchange, option.item)
    why = f'<span class="why" dir="auto">answers “{escape(option.question)}”</span>'
    return (
        f'<li><span class="found" dir="auto">{escape(option.text)}{why}</span>'
        f'<span class="score"><span class="unseen">score </span>{option.score:.4f}</span>{rate}</li>'
    )


def thumbs(dialogue: Dialogue, exchange: Exchange, item: str) -> str:
    """Two buttons, one of which may be pressed; pressing that one again takes the thumb back."""
    now = dialogue.thumbs.get((exchange.number, item))
    shown: Sequence[tuple[str, int, str]] = (("up", UP, "Good answer"), ("down", DOWN, "Not a good answer"))
    buttons = "".join(
        f'<button class="thumb {name}" name="value" value="{"none" if now == value else name}" title="{label}" '
        f'aria-label="{label}" aria-pressed="{"true" if now == value else "false"}">{_THUMB}</button>'
        for name, value, label in shown
    )
    return (
        '<form method="post" action="/rate" class="thumbs">'
        f'<input type="hidden" name="exchange" value="{exchange.number}">'
        f'<input type="hidden" name="item" value="{escape(item)}">{buttons}</form>'
    )


def problem_page(title: str, sentence: str) -> str:
    """What went wrong, and the way back."""
    return page(title, f'<main class="problem"><h1>{escape(title)}</h1><p>{escape(sentence)}</p>'
                       '<p><a href="/">Back to the dialogue</a></p></main>')  # fmt: skip
