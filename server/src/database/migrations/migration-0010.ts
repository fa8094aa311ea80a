import type { DialectName } from '../dialect.ts'

/**
 * The shares traded on the day up to the end of a minute, as the source stated them, so that a process which continues
 * the minute knows what was traded while none was running.
 */
export const dayVolumeSchema = (dialect: DialectName): readonly string[] => [
  `alter table bar add column day_volume ${dialect === 'sqlite' ? 'integer' : 'bigint'}`,
]
