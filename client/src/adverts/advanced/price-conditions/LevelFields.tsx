import type { LevelKind } from '@aitai/engine/adverts/trigger-levels.ts'
import { useState } from 'react'
import { NumberField } from '../../../ui/controls/NumberField.tsx'
import { formatPercent, offsetRange } from '../../../ui/format/percent.ts'
import { useText } from '../../../ui/text/use-text.ts'
import type { PriceConditionsProps } from '../panel-props.ts'
import {
  formatLevel,
  levelAt,
  offsetAt,
  parseLevel,
  parseOffset,
  roundLevelToTick,
  triggerSideOfClose,
} from './trigger-levels.ts'
import { triggerLockReason, triggers } from './triggers.ts'

interface Props extends PriceConditionsProps {
  kind: LevelKind
}

/** A level in yen and how far it stands from the close: two faces of one value, whichever is typed. */
export function LevelFields({ kind, equity, locking, faultOf, disabled, onChange }: Props) {
  const text = useText()
  const { on, value } = triggers[kind]
  const { terms } = locking
  const { direction } = terms
  const { level, rounded, typeLevel, commitLevel, typed } = useLevel(terms[value], equity, (committed) =>
    onChange(value, committed),
  )
  const why = triggerLockReason(kind, locking)
  const isOff = disabled || !terms[on] || why === 'frozen' || why === 'satisfied'
  const at = (offset: number | null) => (offset === null ? null : levelAt(offset, kind, direction, equity))
  const side = triggerSideOfClose(kind, direction)
  return (
    <>
      <NumberField
        id={`term-${value}`}
        label={text('advert.panel.level')}
        unit={text('advert.panel.yen')}
        value={typed ? level : terms[value]}
        show={(yen) => formatLevel(yen, equity)}
        parse={parseLevel}
        invalid={text('advert.panel.level.invalid')}
        error={faultOf(kind)}
        hint={rounded ? text('advert.panel.rounded') : null}
        disabled={isOff}
        onType={typeLevel}
        onCommit={commitLevel}
      />
      <NumberField
        label={text(`advert.panel.offset.${side}`)}
        unit="%"
        value={level === null ? null : offsetAt(level, kind, direction, equity)}
        show={formatPercent}
        parse={parseOffset}
        invalid={text('advert.panel.percent.invalid', offsetRange)}
        disabled={isOff}
        onType={(offset) => typeLevel(at(offset))}
        onCommit={(offset) => commitLevel(at(offset))}
      />
    </>
  )
}

/** The level while it is typed through either of its faces; on the tick once the field is left. */
function useLevel(
  saved: number | null,
  equity: PriceConditionsProps['equity'],
  take: (level: number | null) => void,
) {
  const [typed, setTyped] = useState<{ readonly level: number | null } | null>(null)
  const [rounded, setRounded] = useState<number | null>(null)
  return {
    typed: typed !== null,
    level: typed ? typed.level : saved,
    /** Whether the last typed level was not on the tick; said until it changes. */
    rounded: rounded !== null && rounded === saved,
    typeLevel: (level: number | null): void => {
      setRounded(null)
      setTyped({ level: level === null ? null : roundLevelToTick(level, equity) })
    },
    commitLevel: (level: number | null): void => {
      setTyped(null)
      const stands = level === null ? null : roundLevelToTick(level, equity)
      setRounded(stands === level ? null : stands)
      take(stands)
    },
  }
}
