import {
  type DoctorCheck,
  type Examination,
  examineWithoutConfig,
  examineWithoutData,
} from '@aitai/server/admin/doctor/doctor.ts'
import { type Config, ConfigError, readConfig } from '@aitai/server/config.ts'
import {
  DamagedDatabase,
  DatabaseLocked,
  UnknownSchema,
  UnsafeDatabase,
} from '@aitai/server/database/open-database.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { CommandFailed, command, print } from '../command.ts'

export const doctor = command({
  name: 'doctor',
  says: 'Show on one screen whether everything is as it should be',
  flags: { json: { type: 'boolean', says: 'Print JSON' } },
  more:
    'Exit code 1 if a line says fail. While the server runs, it looks with its own configuration; else that of this\n' +
    'shell counts. No secret is printed. docs/operations/README.md says what to do about each line.',
  async run({ json }) {
    const examination = await examined()
    if (json) print(examination)
    else console.log(doctorReport(examination.lines))
    const failing = examination.lines.filter(({ health }) => health === 'fail').length
    if (!examination.well)
      throw new CommandFailed(`${failing} of ${examination.lines.length} lines say fail.`)
  },
})

async function examined(): Promise<Examination> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) return examineWithoutConfig(error.message)
    throw error
  }
  try {
    return (await sendAdminCommand('doctor', {})) as Examination
  } catch (error) {
    const why = whyNotOpened(error)
    if (why === null) throw error
    return examineWithoutData(config, why)
  }
}

/** What kept the data from being opened, in words that name no secret; null for a bug of ours. */
function whyNotOpened(error: unknown): string | null {
  if (
    error instanceof CommandFailed ||
    error instanceof DatabaseLocked ||
    error instanceof DamagedDatabase ||
    error instanceof UnknownSchema ||
    error instanceof UnsafeDatabase
  )
    return error.message
  // A PostgreSQL that does not answer: its address may hold a password, a code does not.
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? `The data cannot be opened: ${code}.` : null
}

/** A line each: how it is, what it is about, what was found; below it what to do. */
export function doctorReport(lines: readonly DoctorCheck[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length))
  return lines
    .map(({ name, health, says, todo }) => {
      const line = `${health.padEnd(4)}  ${name.padEnd(width)}  ${says}`
      return todo === '' ? line : `${line}\n${' '.repeat(width + 8)}→ ${todo}`
    })
    .join('\n')
}
