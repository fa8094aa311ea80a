import { readFileSync, writeFileSync } from 'node:fs'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'

/** What the drill uses of the program `age-keygen`: `-o FILE` writes a new key, `-y FILE` prints its public key. */
const [option, file = ''] = process.argv.slice(2)
if (option === '-o') {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600 })
} else if (option === '-y') {
  const identity = readFileSync(file, 'utf8')
    .split('\n')
    .find((line) => line.startsWith('AGE-SECRET-KEY-1'))
  process.stdout.write(`${await identityToRecipient(identity ?? '')}\n`)
} else throw new Error(`unknown option ${option}`)
