import type { DoctorCheck, Examination } from '@aitai/server/admin/doctor/doctor.ts'
import { type Config, ConfigError, readConfig } from '@aitai/server/config.ts'
import {
  DamagedDatabase,
  DatabaseLocked,
  UnknownSchema,
  UnsafeDatabase,
} from '@aitai/server/database/database-errors.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { CommandFailed, command } from '../command.ts'
import { checkGateway } from '../fix-gateway.ts'

export const doctor = command({
  name: 'doctor',
  summary: 'Check the installation and show the result on one screen',
  flags: {},
  details:
    'Exit code 1 if a check fails. While the server runs, its configuration is checked; otherwise that of this\n' +
    'shell. No secret is printed. docs/operations/README.md says what to do about each line.',
  async run() {
    const [{ lines: ofInstallation, well }, ofGateway] = [await examined(), await checkGateway()]
    const lines = ofGateway === null ? ofInstallation : [...ofInstallation, ofGateway]
    const failing = lines.filter(({ health }) => health === 'fail').length
    const failure = well ? {} : { failure: `${failing} of ${lines.length} lines say fail.` }
    return { result: { lines, well }, text: doctorReport(lines), ...failure }
  },
})

async function examined(): Promise<Examination> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const { examineWithoutConfig } = await import('@aitai/server/admin/doctor/doctor.ts')
    return examineWithoutConfig(error.message)
  }
  try {
    return (await sendAdminCommand('doctor', {})) as Examination
  } catch (error) {
    const why = openFailure(error)
    if (why === null) throw error
    const { examineWithoutData } = await import('@aitai/server/admin/doctor/doctor.ts')
    return examineWithoutData(config, why)
  }
}

/** Why the data could not be opened, without secrets; null for an unexpected error. */
function openFailure(error: unknown): string | null {
  if (
    error instanceof CommandFailed ||
    error instanceof DatabaseLocked ||
    error instanceof DamagedDatabase ||
    error instanceof UnknownSchema ||
    error instanceof UnsafeDatabase
  )
    return error.message
  return null
}

/** One line per check: status, name and finding, followed by what to do. */
export function doctorReport(lines: readonly DoctorCheck[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length))
  return lines
    .map(({ name, health, says, todo }) => {
      const line = `${health.padEnd(4)}  ${name.padEnd(width)}  ${says}`
      return todo === '' ? line : `${line}\n${' '.repeat(width + 8)}→ ${todo}`
    })
    .join('\n')
}
