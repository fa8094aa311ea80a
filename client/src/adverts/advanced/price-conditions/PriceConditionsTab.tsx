import { type Trigger, triggerKinds, triggers } from '@aitai/engine/adverts/trigger-validation.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import type { ReactNode } from 'react'
import { TriggerRow } from '../../../ui/advert-terms/TriggerRow.tsx'
import { NumberField } from '../../../ui/controls/NumberField.tsx'
import { formatPercent, indexRange, parsePercent } from '../../../ui/format/percent.ts'
import { useText } from '../../../ui/text/use-text.ts'
import type { TermName, Terms } from '../../terms.ts'
import type { PriceConditionsProps } from '../panel-props.ts'
import { LevelFields } from './LevelFields.tsx'
import { LimitRow } from './LimitRow.tsx'
import { formatLevel } from './trigger-levels.ts'
import { termsAfterSwitch, triggerLockReason } from './triggers.ts'
import './price-conditions-tab.css'

/** The limit price, the advertising trigger and the two knockouts (docs/rules.md §11, §25). */
export function PriceConditionsTab(props: PriceConditionsProps) {
  const text = useText()
  const { equity, triggerContext } = props
  const price = (yen: Yen): string => formatLevel(yen, equity)
  return (
    <div className="conditions">
      <LimitRow key={`limit ${triggerContext.terms.direction}`} {...props} />
      {triggerKinds.map((trigger) => (
        <Condition key={trigger} trigger={trigger} {...props}>
          {trigger === 'indexRelative' ? (
            <IndexField {...props} />
          ) : (
            // Remount when the direction changes, which discards half-typed values.
            <LevelFields key={triggerContext.terms.direction} kind={trigger} {...props} />
          )}
        </Condition>
      ))}
      <p className="terms-hint">
        {text('advert.panel.limits', {
          close: price(equity.closePrice),
          min: price(equity.minPrice),
          max: price(equity.maxPrice),
        })}
      </p>
    </div>
  )
}

interface ConditionProps extends PriceConditionsProps {
  trigger: Trigger
  children: ReactNode
}

function Condition({ trigger, equity, triggerContext, onChange, children }: ConditionProps) {
  const text = useText()
  const { on } = triggers[trigger]
  const { terms } = triggerContext
  const lockReason = triggerLockReason(trigger, triggerContext)
  const switchTrigger = (isOn: boolean): void => {
    for (const [name, value] of Object.entries(termsAfterSwitch(trigger, isOn, triggerContext, equity)))
      onChange(name as TermName, value as Terms[TermName])
  }
  return (
    <TriggerRow
      id={`term-${on}`}
      label={text(`advert.panel.${trigger}`)}
      means={text(`advert.panel.${trigger}.${terms.direction}`)}
      on={terms[on]}
      lockedBecause={
        lockReason && text(`advert.panel.${lockReason}`, { rating: triggerContext.rating ?? '–' })
      }
      onToggle={switchTrigger}
    >
      {children}
    </TriggerRow>
  )
}

function IndexField({ triggerContext, triggerErrorOf, onChange }: PriceConditionsProps) {
  const text = useText()
  const { terms, afterHours } = triggerContext
  return (
    <NumberField
      id="term-indexRelativeKOTrigger"
      label={text('advert.panel.lead')}
      unit="%"
      value={terms.indexRelativeKOTrigger}
      show={formatPercent}
      parse={parsePercent}
      invalid={text('advert.panel.percent.invalid', indexRange)}
      error={triggerErrorOf('indexRelative')}
      hint={text('advert.panel.percent.range', indexRange)}
      disabled={afterHours || !terms.indexRelativeKOTriggerActivated}
      onCommit={(percent) => onChange('indexRelativeKOTrigger', percent)}
    />
  )
}
