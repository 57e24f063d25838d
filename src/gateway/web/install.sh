#!/bin/sh
# Installs the command dayshift, version @VERSION@, from @ORIGIN@: fetches the archive for this machine, compares it with
# the checksum below, and puts the command into ~/.local/bin, or into the folder that DAYSHIFT_INSTALL_DIR names.
set -eu

origin='@ORIGIN@'
version='@VERSION@'
sums='@SUMS@'

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

from_source="From source, with Node and npm: in a checkout of Dayshift $version, npm ci && npm link"

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) target=linux-x64 ;;
  Linux-aarch64 | Linux-arm64) target=linux-arm64 ;;
  Darwin-arm64) target=darwin-arm64 ;;
  *) fail "There is no build for $(uname -s) on $(uname -m). $from_source" ;;
esac

archive="dayshift-$version-$target.tar.gz"
expected=$(printf '%s\n' "$sums" | awk -v name="$archive" '$2 == name { print $1 }')
[ -n "$expected" ] || fail "$origin has no $archive. $from_source"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
echo "Fetching $origin/releases/$archive" >&2
if command -v curl >/dev/null 2>&1; then
  curl -fsS -o "$scratch/$archive" "$origin/releases/$archive"
elif command -v wget >/dev/null 2>&1; then
  wget -q -O "$scratch/$archive" "$origin/releases/$archive"
else
  fail "This needs curl or wget."
fi

if command -v sha256sum >/dev/null 2>&1; then
  found=$(sha256sum "$scratch/$archive")
else
  found=$(shasum -a 256 "$scratch/$archive")
fi
found=${found%% *}
[ "$found" = "$expected" ] || fail "The archive is not the one that was built: its SHA-256 is $found, and $expected was expected. Nothing was installed."

tar -xzf "$scratch/$archive" -C "$scratch" dayshift
chmod 755 "$scratch/dayshift"
if ! problem=$("$scratch/dayshift" --version 2>&1 >/dev/null); then
  fail "dayshift does not run on this machine: $problem
On Linux it needs glibc 2.28 or newer, libstdc++ and libatomic (Debian, Ubuntu: apt-get install libstdc++6 libatomic1). Nothing was installed."
fi

folder=${DAYSHIFT_INSTALL_DIR:-$HOME/.local/bin}
mkdir -p "$folder"
cp "$scratch/dayshift" "$folder/dayshift.new"
mv -f "$folder/dayshift.new" "$folder/dayshift"
echo "dayshift $version is in $folder." >&2
case ":$PATH:" in
  *":$folder:"*) ;;
  *) echo "Put that folder on your PATH, then: dayshift login $origin" >&2 ;;
esac
