// Plain JavaScript on purpose: an older Node must be able to read it, to be told that it is too old.
const oldest = 24
const version = process.versions.node
if (Number(version.split('.')[0]) < oldest) {
  const line = `Aitai needs Node ${oldest} or newer, and this is ${version}.`
  process.stderr.write(`${line} Install it from https://nodejs.org\n`)
  process.exit(1)
}
