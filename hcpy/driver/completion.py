"""Completion scripts for bash, zsh and fish: `eval "$(hcc --completion=bash)"`.

Takes: option_table.OPTIONS, and the targets' names.
Gives: a script in the shell's language.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from hcpy.core.lazy import lazy
from hcpy.driver import option_table as table
from hcpy.driver.option_table import Option

if TYPE_CHECKING:
    from hcpy import targets
    from hcpy.driver import tool_options
else:
    tool_options = lazy("hcpy.driver.tool_options")
    targets = lazy("hcpy.targets")

# After these only these files make sense; after the rest any.
_FOLDERS = ("--reproduce", "--port-report")
_LISTS = ("--targets",)  # words with commas between


def script(shell: str) -> str:
    """The script for one of the shells of --completion."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](values())


def values() -> dict[str, tuple[str, ...]]:
    """The options that take one of few words, and the words."""
    found = {option.name: option.words for option in _options() if option.words}
    found["--emit"] = tuple(tool_options.emit_words())
    found["--targets"] = tuple(kind.name for kind in targets.TARGETS)
    return found


def _options() -> list[Option]:
    """Those with help; -std=c++amp is one of the words of -std=."""
    return [option for option in table.OPTIONS if option.help and "=" not in option.name]


def _words(option: Option) -> list[str]:
    """All spellings; "=" ends those that want a value after it."""
    return [f"{name}=" if option.value == table.JOINED else name for name in option.spellings]


def _plain(option: Option) -> str:
    """The help without what depends on the targets."""
    return option.help.split(" (default")[0].split(": {")[0].split(" ({")[0]


def _bash(chosen: dict[str, tuple[str, ...]]) -> str:
    words = " ".join(word for option in _options() for word in _words(option))
    cases = "\n".join(
        f"    {'|'.join(option.spellings)}) words={shlex.quote(' '.join(chosen[option.name]))} ;;"
        for option in _options()
        if option.name in chosen
    )
    return f"""# bash completion for hcc: eval "$(hcc --completion=bash)"
_hcc() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" option="" words=""
  # bash ends words at "=": --emit, =, and what is being typed.
  if [ "$current" = "=" ]; then
    option="${{COMP_WORDS[COMP_CWORD-1]}}" current=""
  elif [ "$COMP_CWORD" -gt 1 ] && [ "${{COMP_WORDS[COMP_CWORD-1]}}" = "=" ]; then
    option="${{COMP_WORDS[COMP_CWORD-2]}}"
  fi
  case "$option" in
{cases}
  esac
  if [ -n "$words" ]; then
    # --targets=host,sp: the last of a list
    COMPREPLY=($(compgen -W "$words" -- "${{current##*,}}"))
    case "$current" in *,*) COMPREPLY=("${{COMPREPLY[@]/#/${{current%,*}},}}") ;; esac
    return
  fi
  case "$current" in
    -*)
      COMPREPLY=($(compgen -W {shlex.quote(words)} -- "$current"))
      case "${{COMPREPLY[0]}}" in *=) compopt -o nospace ;; esac
      ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}}
complete -o filenames -F _hcc hcc
"""


def _zsh(chosen: dict[str, tuple[str, ...]]) -> str:
    lines = []
    for option in _options():
        text = _plain(option).replace("[", "(").replace("]", ")").replace(":", r"\:").replace("'", "")
        for name in option.spellings:
            shown = name.replace(":", r"\:")
            if option.value == table.NONE:
                lines.append(f"'{shown}[{text}]'")
            elif option.value == table.SEPARATE:
                lines.append(f"'{shown}[{text}]:{option.argument}:_command_names'")
            else:
                mark = {table.JOINED: "=-", table.STUCK: "+"}.get(option.value, "=")
                lines.append(f"'{shown}{mark}[{text}]:{option.argument}:{_zsh_values(option, chosen)}'")
    body = " \\\n    ".join(lines)
    return f"""#compdef hcc
# zsh completion for hcc: eval "$(hcc --completion=zsh)", or this text as _hcc in a folder of $fpath
_hcc() {{
  _arguments \\
    {body} \\
    '*:file:_files'
}}
compdef _hcc hcc
"""


def _zsh_values(option: Option, chosen: dict[str, tuple[str, ...]]) -> str:
    if option.name in chosen:
        words = " ".join(chosen[option.name])
        return f"_sequence compadd - {words}" if option.name in _LISTS else f"({words})"
    return "_files -/" if option.name in _FOLDERS else "_files"


def _fish(chosen: dict[str, tuple[str, ...]]) -> str:
    lines = ["# fish completion for hcc: hcc --completion=fish | source"]
    for option in _options():
        text = _plain(option).replace("\\", "\\\\").replace("'", r"\'")
        for name in option.spellings:
            kind = "l" if name.startswith("--") else "s" if len(name) == 2 else "o"
            flag, takes = f"-{kind} '{name.lstrip('-')}'", ""
            if option.value not in (table.NONE, table.OPTIONAL):
                takes = f" -x -a '{_fish_words(option, chosen)}'" if option.name in chosen else " -r"
            lines.append(f"complete -c hcc {flag}{takes} -d '{text}'")
    return "\n".join(lines) + "\n"


def _fish_words(option: Option, chosen: dict[str, tuple[str, ...]]) -> str:
    words = " ".join(chosen[option.name])
    return f"(__fish_append , {words})" if option.name in _LISTS else words
