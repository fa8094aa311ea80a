import type { Yen } from '@aitai/engine/model/price.ts'
import { useQuote } from '../../../shared/prices/use-market.ts'
import { TriggerRow } from '../../../ui/advert-terms/TriggerRow.tsx'
import { NumberField } from '../../../ui/controls/NumberField.tsx'
import { useText } from '../../../ui/text/use-text.ts'
import { readableLimit, unreadablePrice } from '../../terms.ts'
import type { PriceConditionsProps } from '../panel-props.ts'
import { formatLevel, levelMovedBy, levelWithin, parseLevel, roundLevelToTick } from './trigger-levels.ts'

/** The limit price (docs/rules.md §25): switched on it is the mid, to be typed or moved by ticks from there. */
export function LimitRow({ equity, triggerContext, triggerErrorOf, onChange }: PriceConditionsProps) {
  const text = useText()
  const quote = useQuote(equity.equityId)
  const { terms, sent } = triggerContext
  const { limitPrice, direction } = terms
  const readable = readableLimit(terms)
  const proposed = (): Yen => sent.limitPrice ?? levelWithin(quote?.midPrice ?? equity.closePrice, equity)
  return (
    <TriggerRow
      label={text('advert.panel.limit')}
      means={text(`advert.panel.limit.${direction}`)}
      on={limitPrice !== null}
      onToggle={(isOn) => onChange('limitPrice', isOn ? proposed() : null)}
    >
      <NumberField
        id="term-limitPrice"
        label={text('advert.panel.level')}
        unit={text('advert.panel.yen')}
        value={readable}
        show={(yen) => formatLevel(yen, equity)}
        parse={parseLevel}
        invalid={text('advert.panel.level.invalid')}
        error={triggerErrorOf('limit')}
        hint={text('advert.panel.limit.hint')}
        disabled={limitPrice === null}
        onStep={(ticks) => onChange('limitPrice', levelMovedBy(readable ?? proposed(), ticks, equity))}
        onCommit={(yen) =>
          onChange('limitPrice', yen === null ? unreadablePrice : roundLevelToTick(yen, equity))
        }
      />
    </TriggerRow>
  )
}
