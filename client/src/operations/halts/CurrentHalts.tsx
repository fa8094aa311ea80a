import type { CurrentHalt, NamedSecurity } from '@aitai/contract/schemas/console/operations.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { equityNameIn } from '../../ui/format/equity-name.ts'
import { formatMoment, formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { type Column, ConsoleTable } from '../ConsoleTable.tsx'
import { useActorName } from '../use-actor-name.ts'

interface Props {
  halts: readonly CurrentHalt[]
  /** The names of those halted. */
  securities: readonly NamedSecurity[]
  /** What was just done, for a few seconds. */
  done: string
  /** Null for somebody who may look only. */
  onResume: ((halt: CurrentHalt) => void) | null
}

/** What is halted now, since when, by whom and why, the newest first. */
export function CurrentHalts({ halts, securities, done, onResume }: Props) {
  const text = useText()
  const language = useLanguage()
  const actorName = useActorName()
  const columns: Column<CurrentHalt>[] = [
    {
      title: text('operations.halts.what'),
      className: 'halt-target',
      cell: ({ what, name }) => {
        const security = what === 'SECURITY' ? securities.find(({ ric }) => ric === name) : undefined
        return (
          <>
            {name ?? text('operations.halt.PLATFORM')} {security && equityNameIn(language, security)}
            {name !== null && <span className="halt-kind">{text(`operations.halt.${what}`)}</span>}
          </>
        )
      },
    },
    {
      title: text('operations.halts.since'),
      kind: 'time',
      cell: ({ since }) => formatMoment(Date.parse(since), language),
    },
    {
      title: text('operations.halts.by'),
      className: 'halt-by',
      cell: actorName,
    },
    { title: text('operations.halts.reason'), className: 'halt-reason', cell: ({ reason }) => reason },
  ]
  if (onResume)
    columns.push({
      title: text('operations.halts.action'),
      isTitleHidden: true,
      className: 'halt-action',
      cell: (halt) => (
        <Button
          onClick={() => onResume(halt)}
          aria-label={
            halt.name === null
              ? text('operations.resume.platform')
              : text('operations.resume.named', { name: halt.name })
          }
        >
          {/* A part of the name for a screen reader, so that voice control finds it. */}
          {text(halt.name === null ? 'operations.open' : 'operations.resume')}
        </Button>
      ),
    })
  return (
    <ConsolePart
      title={text('operations.halts.now')}
      done={done}
      {...(halts.length > 0 ? { count: formatNumber(halts.length) } : {})}
    >
      <ConsoleTable
        columns={columns}
        rows={halts}
        keyOf={({ what, name }) => `${what} ${name}`}
        empty={text('operations.halts.none')}
      />
    </ConsolePart>
  )
}
