import type { DialectName } from '../dialect.ts'

/** Which traders are desk heads of their institution (docs/rules.md §15). */
export const deskHeadSchema = (dialect: DialectName): readonly string[] => [
  `alter table person add column desk_head ${dialect === 'sqlite' ? 'integer' : 'bigint'} not null default 0`,
]
