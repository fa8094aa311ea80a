/** ok: as it should be. warn: goes on, but somebody should look. fail: the platform is not to be run so. */
export type CheckStatus = 'ok' | 'warn' | 'fail'

/** One line of the doctor's screen. Never holds a secret. */
export interface DoctorCheck {
  readonly name: string
  readonly health: CheckStatus
  readonly says: string
  /** What to do about it; empty if nothing is to be done. */
  readonly todo: string
}

export const ok = (name: string, says: string): DoctorCheck => ({ name, health: 'ok', says, todo: '' })

export const warn = (name: string, says: string, todo: string): DoctorCheck => ({
  name,
  health: 'warn',
  says,
  todo,
})

export const fail = (name: string, says: string, todo: string): DoctorCheck => ({
  name,
  health: 'fail',
  says,
  todo,
})

/** The first of these that is not null, else the last resort: a column of guards. */
export const firstCheckOf = (lines: readonly (DoctorCheck | null)[], otherwise: DoctorCheck): DoctorCheck =>
  lines.find((line) => line !== null) ?? otherwise
