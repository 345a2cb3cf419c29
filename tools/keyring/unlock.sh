#!/usr/bin/env bash
# Inside a session bus: starts the keychain unlocked, waits for its response, runs the command, ends the keychain.
set -u
exec 2>&3 3>&-

gnome-keyring-daemon --foreground --unlock --components=secrets <<<'till' >/dev/null 2>&1 &
keyring=$!
command_pid=
finish() {
  [ -n "$command_pid" ] && kill -TERM "$command_pid" 2>/dev/null
  kill "$keyring" 2>/dev/null
}
trap 'finish; exit 143' TERM INT

answers() {
  dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
    org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q 'boolean true'
}
for _ in $(seq 100); do
  answers && break
  kill -0 "$keyring" 2>/dev/null || break
  sleep 0.05
done
if ! answers; then
  echo 'The keychain for the tests (gnome-keyring-daemon) does not answer on its session bus.' >&2
  kill "$keyring" 2>/dev/null
  exit 1
fi

"$@" &
command_pid=$!
wait "$command_pid"
code=$?
kill "$keyring" 2>/dev/null
wait "$keyring" 2>/dev/null
exit "$code"
