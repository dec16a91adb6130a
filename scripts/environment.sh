# Sourced by the scripts beside it, which set $root: the private environment.
#
# `environment run` or `environment dev` sets $python to an interpreter that has what
# requirements/run.txt or dev.txt lists. Where that is so already, it costs some
# milliseconds and starts no Python; else set_up.py makes it so.
# ZETEMA_PYTHON names the Python to make it with, if not the first that is found.
# shellcheck shell=sh disable=SC2034,SC2154

# What is set for another Python (PYTHONHOME, PYTHONPATH, ...) is not for this one.
for variable in $(env | sed -n 's/^\(PYTHON[A-Za-z0-9_]*\)=.*/\1/p'); do
  unset "$variable"
done

environment() {
  level=$1
  venv=$root/.venv
  if ! environment_is_ready && [ ! -w "$root" ]; then
    venv=${XDG_CACHE_HOME:-${HOME:?}/.cache}/zetema-sim/venv-$(
      printf '%s' "$root" | cksum | cut -d ' ' -f 1
    )
  fi
  python=$venv/bin/python
  environment_is_ready && return
  found=$(find_python) || exit
  "$found" -I "$root/scripts/set_up.py" "$venv" "$level" || exit
}

# The stamps in the environment are what it was made from; set_up.py writes them.
environment_is_ready() {
  [ -x "$venv/bin/python" ] || return 1
  cmp -s "$root/requirements/run.txt" "$venv/zetema-run.txt" || return 1
  [ "$level" = run ] ||
    cmp -s "$root/requirements/dev.txt" "$venv/zetema-dev.txt" || return 1
  # Another Python may stand behind the link by now, with another site-packages.
  read -r stamp <"$venv/zetema-python" &&
    [ "$stamp" = "$(readlink -f "$venv/bin/python")" ]
}

# From 3.11, and up to the newest that all wheels of the lock are for.
find_python() {
  if [ -n "${ZETEMA_PYTHON-}" ]; then
    set -- "$ZETEMA_PYTHON"
  else
    set -- python3 python3.13 python3.12 python3.11 python3.14 python
  fi
  for name; do
    # Run it: a name on the path may be a stub that only says what to install.
    if "$name" -I -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' \
      2>/dev/null; then
      printf '%s\n' "$name"
      return
    fi
  done
  echo "zetema: needs Python 3.11 to 3.14; tried: $*" >&2
  echo 'Install one of them, or name it: ZETEMA_PYTHON=/path/to/python3' >&2
  return 1
}
