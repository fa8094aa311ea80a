import type { DialectName } from '../dialect.ts'

/**
 * One-minute bars of market data (docs/rules.md §23). Ordered by time, so that writing appends and pruning deletes from
 * one end.
 */
export const barSchema = (dialect: DialectName): string[] => {
  const whole = dialect === 'sqlite' ? 'integer' : 'bigint'
  return [
    `create table bar (
      at ${whole} not null,
      security_id text not null,
      open ${whole},
      high ${whole},
      low ${whole},
      close ${whole},
      volume ${whole},
      vwap ${whole},
      mid ${whole},
      primary key (at, security_id)
    )${dialect === 'sqlite' ? ' without rowid' : ''}`,
  ]
}
