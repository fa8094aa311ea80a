import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../config.ts'

/** Values by the name of their variable, as in the environment. */
export type SecretValues = Readonly<Record<string, string>>

const head = `# The secrets of this installation. Every server of it has the same. Backups do not contain them:
# keep a copy where you keep passwords. Rotate them with: aitai secret rotate
`

/** 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('hex')

const textOf = (values: SecretValues): string =>
  head +
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/**
 * Reads a file of `NAME=value` lines; null if there is none. Throws ConfigError if anybody but the owner may read it, or
 * if it belongs to another user than this process or root.
 */
export function readSecretsFile(path: string): SecretValues | null {
  try {
    refuseUnsafe(path)
    const lines = readFileSync(path, 'utf8').split('\n')
    return Object.fromEntries(
      lines
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (error instanceof ConfigError) throw error
    throw new ConfigError(
      `SECRETS_FILE cannot be read, ${path} (${code ?? 'damaged'}). Correct the path, or its owner and mode.`,
    )
  }
}

function refuseUnsafe(path: string): void {
  const { mode, uid } = statSync(path)
  if (process.platform === 'win32') return
  if ((mode & 0o077) !== 0)
    throw new ConfigError(`SECRETS_FILE may be read or written by others than its owner: chmod 600 ${path}`)
  const own = process.getuid?.()
  if (uid !== own && uid !== 0)
    throw new ConfigError(
      `SECRETS_FILE belongs to another user, ${path}: chown it to the one that runs the server.`,
    )
}

/** Writes a new file that only this user may read. Throws if it exists, with the code EEXIST. */
export function createSecretsFile(path: string, values: SecretValues): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeNew(path, textOf(values))
}

/** Replaces the file completely or not at all. */
export function replaceSecretsFile(path: string, values: SecretValues): void {
  const next = `${path}.${process.pid}.new`
  writeNew(next, textOf(values))
  renameSync(next, path)
}

function writeNew(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  chmodSync(path, 0o600)
}
