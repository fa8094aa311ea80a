// Plain JavaScript, because an older Node must be able to read it in order to say that it is too old.
const oldestMajor = 24

/** One line for the terminal if this version of Node is too old, otherwise null. */
function nodeVersionFault(version) {
  if (Number(version.split('.')[0]) >= oldestMajor) return null
  return `Aitai needs Node ${oldestMajor} or newer, and this is ${version}. Install it from https://nodejs.org`
}

const fault = nodeVersionFault(process.versions.node)
if (fault !== null) {
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}
