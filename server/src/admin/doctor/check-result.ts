import type { CheckName } from '@aitai/contract/codes.ts'

/** warn: works, but an operator should look. fail: the platform must not run like this. */
type CheckStatus = 'ok' | 'warn' | 'fail'

/** One line of `aitai doctor`. Contains no secrets. Printed as JSON. */
export interface DoctorCheck {
  readonly name: CheckName
  readonly health: CheckStatus
  readonly says: string
  /** What to do; empty if nothing. */
  readonly todo: string
}

export const ok = (name: CheckName, says: string): DoctorCheck => ({ name, health: 'ok', says, todo: '' })

export const warn = (name: CheckName, says: string, todo: string): DoctorCheck => ({
  name,
  health: 'warn',
  says,
  todo,
})

export const fail = (name: CheckName, says: string, todo: string): DoctorCheck => ({
  name,
  health: 'fail',
  says,
  todo,
})

/** The first check that is not null, otherwise the last argument. */
export const firstCheckOf = (lines: readonly (DoctorCheck | null)[], otherwise: DoctorCheck): DoctorCheck =>
  lines.find((line) => line !== null) ?? otherwise
