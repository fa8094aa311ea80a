import type { CheckName } from '@aitai/contract/codes.ts'
import { type DoctorCheck, fail, firstCheckOf, ok, warn } from './check-result.ts'

const mib = 1_024 ** 2
const gib = 1_024 ** 3

/** Free space below which a check fails or warns. */
export interface DiskLimits {
  readonly failBytes: number
  readonly warnShare: number
}

export const diskLimits: DiskLimits = { failBytes: gib, warnShare: 0.1 }

/** Bytes for people, such as `512 MiB` or `1.5 GiB`. */
export const sizeText = (bytes: number): string =>
  bytes < gib ? `${Math.ceil(bytes / mib)} MiB` : `${(bytes / gib).toFixed(1)} GiB`

/** Whether a disk has room, in bytes. `before` precedes the figures. */
export function spaceCheck(
  name: CheckName,
  { free, total }: { readonly free: number; readonly total: number },
  before: string,
  todo: string,
  limits = diskLimits,
): DoctorCheck {
  const share = free / total
  const says = `${before}${(free / gib).toFixed(1)} GiB free, ${Math.floor(share * 100)} %.`
  return firstCheckOf(
    [
      free < limits.failBytes ? fail(name, says, todo) : null,
      share < limits.warnShare ? warn(name, says, todo) : null,
    ],
    ok(name, says),
  )
}
