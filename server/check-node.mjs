// Plain JavaScript on purpose: an older Node must be able to read it, to be told that it is too old.
const oldest = 24
const version = process.versions.node
if (Number(version.split('.')[0]) < oldest) {
  process.exit(1)
}
