import type { CheckName } from '@aitai/contract/codes.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { type Config, readConfig } from '../../config.ts'
import { isDatabaseUnavailable } from '../../database/database-errors.ts'
import { redact } from '../../observability/redaction.ts'
import { type AdminContext, type AdminReply, adminResult } from '../admin-context.ts'
import { type DoctorCheck, fail, ok, warn } from './check-result.ts'
import { dataChecks } from './data-checks.ts'
import { safetyChecks, writes } from './database-checks.ts'
import { environmentChecks } from './environment-checks.ts'
import { fourEyes } from './four-eyes-check.ts'
import { machineChecks } from './machine-checks.ts'

export type { DoctorCheck } from './check-result.ts'

/** What the command prints as JSON; `well` if no check failed. */
export interface Examination {
  readonly well: boolean
  readonly lines: readonly DoctorCheck[]
}

/**
 * Checks everything that could keep the platform from running well, with the configuration of the process that
 * runs it (the server, while it runs). The result contains no secrets.
 */
export const doctor = async (admin: AdminContext): Promise<AdminReply> =>
  adminResult(await examine(admin, readConfig(process.env)))

export async function examine(admin: AdminContext, config: Config): Promise<Examination> {
  return examinationOf([
    server(admin),
    await failIfAway('writes', () => writes(admin)),
    versions(config),
    ...(await machineChecks(config)),
    ...(await manyUnlessAway('database', () => safetyChecks(admin, config))),
    ...(await manyUnlessAway('data', () => dataChecks(admin))),
    await failIfAway('four eyes', () => fourEyes(admin, config)),
    ...(await manyUnlessAway('environment', () => environmentChecks(admin, config))),
  ])
}

/** Checks the machine if the data cannot be opened. `why` must contain no secrets. */
export async function examineWithoutData(config: Config, why: string): Promise<Examination> {
  const todo = 'The message says what to do; then ask the doctor again.'
  return examinationOf([versions(config), ...(await machineChecks(config)), fail('data', why, todo)])
}

/** The result if the configuration is invalid. */
export const examineWithoutConfig = (why: string): Examination =>
  examinationOf([fail('configuration', why, 'Correct the variable in the environment.')])

const examinationOf = (lines: readonly DoctorCheck[]): Examination => ({
  well: lines.every(({ health }) => health !== 'fail'),
  lines,
})

function server({ running }: AdminContext): DoctorCheck {
  const name = 'server'
  if (running === null) return warn(name, 'Does not run.', 'Start it, unless it is stopped on purpose.')
  if (running === 'elsewhere')
    return warn(name, 'Runs on another machine.', 'Ask the doctor there as well: it knows more.')
  const since = isoTime(running.startedAt)
  if (running.isReady()) return ok(name, `Runs since ${since} and takes commands.`)
  return fail(
    name,
    `Runs since ${since} and takes no commands.`,
    'See the lines writes, standby and disk, and its log.',
  )
}

/** Runs checks of the data. If the database does not answer meanwhile, that is one line and not the end of the rest. */
async function manyUnlessAway(name: CheckName, check: () => Promise<DoctorCheck[]>): Promise<DoctorCheck[]> {
  try {
    return await check()
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    const why = error instanceof Error ? error.message : String(error)
    return [
      fail(name, `The database does not answer: ${redact(why)}.`, 'Start it; see its log and its disk.'),
    ]
  }
}

const failIfAway = async (name: CheckName, check: () => Promise<DoctorCheck>): Promise<DoctorCheck> =>
  (await manyUnlessAway(name, async () => [await check()]))[0] ?? ok(name, '')

const versions = ({ webVersion }: Pick<Config, 'webVersion'>): DoctorCheck =>
  ok('version', `Aitai ${packageJson.version}; clients ${webVersion}.`)
