#!/usr/bin/env bash
# Builds the image of a server with buildah, as root and without a registry: the base is made from Debian's packages.
# Usage: packaging/build-image.sh [NAME], for example localhost/aitai:0.1.0. Needs buildah, debootstrap and npm.
set -euo pipefail
cd "$(dirname "$0")/.."
name="${1:-localhost/aitai:latest}"
base=localhost/debian:bookworm
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

if ! buildah inspect --type image "$base" >/dev/null 2>&1; then
  # Without a mirror, debootstrap uses Debian's own.
  debootstrap --variant=minbase --include=ca-certificates,libstdc++6 bookworm "$work/debian" ${DEBIAN_MIRROR:-}
  rm -rf "$work/debian/var/cache/apt/archives" "$work/debian/var/lib/apt/lists"
  container="$(buildah from scratch)"
  buildah add "$container" "$work/debian" /
  buildah config --cmd /bin/bash "$container"
  buildah commit --rm "$container" "$base"
  rm -rf "$work/debian"
fi

# A clean copy of the commit: nothing that lies about in the work tree gets into the image.
mkdir "$work/tree"
git archive HEAD | tar -x -C "$work/tree"
cd "$work/tree"
npm ci --no-audit --no-fund
npm run -s build
npm ci --no-audit --no-fund --omit=dev --include-workspace-root -w server -w cli
cd - >/dev/null
rm -rf "$work/tree"/{.ci,.git*,e2e,proof,docs/screens}

buildah build --isolation chroot --build-arg "BASE=$base" -f packaging/Containerfile -t "$name" "$work/tree"
