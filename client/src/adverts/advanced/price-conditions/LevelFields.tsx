import { type LevelKind, sideOfClose } from '@aitai/engine/adverts/trigger-levels.ts'
import { triggers } from '@aitai/engine/adverts/trigger-validation.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
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
} from './trigger-levels.ts'
import { triggerLockReason } from './triggers.ts'

interface Props extends PriceConditionsProps {
  kind: LevelKind
}

/** A level in yen and its offset from the close in percent; editing either updates the other. */
export function LevelFields({ kind, equity, triggerContext, triggerErrorOf, onChange }: Props) {
  const text = useText()
  const { on, value } = triggers[kind]
  const { terms } = triggerContext
  const { direction } = terms
  const lockReason = triggerLockReason(kind, triggerContext)
  const isOff = !terms[on] || lockReason === 'frozen' || lockReason === 'satisfied'
  const { level, rounded, typeLevel, commitLevel, typed } = useLevel(
    terms[value],
    equity,
    isOff,
    (committed) => onChange(value, committed),
  )
  const at = (offset: number | null) => (offset === null ? null : levelAt(offset, kind, direction, equity))
  const rightSide = sideOfClose(kind, direction)
  const offset = level === null ? null : offsetAt(level, kind, direction, equity)
  const wrongSide = rightSide === 'above' ? 'below' : 'above'
  const side = text(`advert.panel.offset.${offset !== null && offset < 0 ? wrongSide : rightSide}`)
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
        error={triggerErrorOf(kind)}
        hint={rounded ? text('advert.panel.rounded') : null}
        disabled={isOff}
        onType={typeLevel}
        onCommit={commitLevel}
      />
      <NumberField
        label={side}
        unit={`% ${side}`}
        value={offset === null ? null : Math.abs(offset)}
        show={formatPercent}
        parse={parseOffset}
        invalid={text('advert.panel.percent.invalid', offsetRange)}
        disabled={isOff}
        onType={(typedOffset) => typeLevel(at(typedOffset))}
        onCommit={(typedOffset) => commitLevel(at(typedOffset))}
      />
    </>
  )
}

/** The level while either field is edited; rounded to the tick on commit. */
function useLevel(
  saved: Yen | null,
  equity: PriceConditionsProps['equity'],
  isOff: boolean,
  onCommit: (level: Yen | null) => void,
) {
  const [typed, setTyped] = useState<{ readonly level: Yen | null } | null>(null)
  const [rounded, setRounded] = useState<Yen | null>(null)
  // Fields that are disabled while somebody types in them are never left.
  if (isOff && typed) setTyped(null)
  return {
    typed: typed !== null,
    level: typed ? typed.level : saved,
    /** Whether the committed level was rounded to the tick. */
    rounded: rounded !== null && rounded === saved,
    typeLevel: (level: Yen | null): void => {
      setRounded(null)
      setTyped({ level: level === null ? null : roundLevelToTick(level, equity) })
    },
    commitLevel: (level: Yen | null): void => {
      setTyped(null)
      const onTick = level === null ? null : roundLevelToTick(level, equity)
      setRounded(onTick === level ? null : onTick)
      onCommit(onTick)
    },
  }
}
