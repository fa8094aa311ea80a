import type { NamedConditions } from '@aitai/contract/schemas/preferences.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { RenewalsField, ResumesField, useRenewableText } from '../../adverts/advanced/AutomaticFields.tsx'
import { DurationChoice } from '../../adverts/advanced/DurationChoice.tsx'
import type { Terms } from '../../adverts/terms.ts'
import { BrokerPath } from '../../ui/advert-terms/BrokerPath.tsx'
import { HurdleStars } from '../../ui/advert-terms/HurdleStars.tsx'
import { MinimumSlider } from '../../ui/advert-terms/MinimumSlider.tsx'
import { TransactionTypeChoice } from '../../ui/advert-terms/TransactionTypeChoice.tsx'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { type StaticTextKey, useText } from '../../ui/text/use-text.ts'
import { type ChangeableTerm, isSwitchedOff } from './term-change.ts'

interface Props {
  term: ChangeableTerm
  values: Terms
  brokers: readonly Broker[]
  saved: readonly NamedConditions[]
  conditions: NamedConditions | null
  /** The IOI whose value is shown first. */
  firstOf: string
  onChange: (values: Partial<Terms>) => void
  onConditions: (name: string) => void
}

/** The control of the new value, which is that of the editor, and what it leaves as it is. */
export function TermValue(props: Props) {
  const { term, saved, conditions, firstOf, onConditions } = props
  const text = useText()
  if (isSwitchedOff(term)) return <p className="terms-hint">{text('history.change.off.hint')}</p>
  if (term !== 'conditions')
    return (
      <div className="term-change-value">
        <OwnControl {...props} />
        <p className="terms-hint">{text('history.change.own.hint', { security: firstOf })}</p>
      </div>
    )
  return (
    <div className="term-change-value">
      <Select
        label={text('conditions.name')}
        value={conditions?.name ?? ''}
        options={saved.map(({ name }) => ({ value: name, label: name }))}
        onChange={onConditions}
      />
      <p className="terms-hint">{text('history.change.conditions.hint')}</p>
    </div>
  )
}

function OwnControl({ term, values, brokers, onChange }: Props) {
  const text = useText()
  const renewable = useRenewableText()
  switch (term) {
    case 'transactionType':
    case 'transactionTypePreference':
      return (
        <TransactionTypeChoice
          label={text(labelOf[term])}
          type={values[term]}
          onChoose={(type) => onChange({ [term]: type })}
        />
      )
    case 'minimumQuantity':
      return (
        <MinimumSlider
          percent={values.minimumQuantity}
          error={null}
          onChange={(minimumQuantity) => onChange({ minimumQuantity })}
        />
      )
    case 'duration':
      return <DurationChoice duration={values.duration} onChange={(duration) => onChange({ duration })} />
    case 'brokerIds':
      return (
        <BrokerPath
          brokers={brokers}
          path={values.brokerIds}
          ranked={values.ranked}
          error={null}
          onPath={(brokerIds) => onChange({ brokerIds })}
          onRanked={(ranked) => onChange({ ranked })}
        />
      )
    case 'credibilityHurdle':
      return (
        <HurdleStars
          hurdle={values.credibilityHurdle}
          onChange={(credibilityHurdle) => onChange({ credibilityHurdle })}
        />
      )
    case 'quantityDecay':
      return (
        <SegmentedControl
          label={text('advert.panel.decay')}
          value={values.quantityDecay ? 'on' : 'off'}
          options={(['on', 'off'] as const).map((value) => ({ value, label: text(`review.${value}`) }))}
          onChoose={(value) => onChange({ quantityDecay: value === 'on' })}
        />
      )
    case 'autoRenewals':
      return (
        <>
          <RenewalsField
            times={values.autoRenewals}
            onChange={(autoRenewals) => onChange({ autoRenewals })}
          />
          <p className="terms-hint">{renewable}</p>
        </>
      )
    case 'autoResumes':
      return <ResumesField times={values.autoResumes} onChange={(autoResumes) => onChange({ autoResumes })} />
    default:
      return null
  }
}

/** What the list of terms calls each. */
export const labelOf: Readonly<Record<ChangeableTerm, StaticTextKey>> = {
  transactionType: 'advert.panel.ownType',
  transactionTypePreference: 'advert.contraType',
  minimumQuantity: 'advert.minimum',
  duration: 'advert.duration',
  brokerIds: 'advert.path',
  credibilityHurdle: 'advert.hurdle',
  quantityDecay: 'advert.panel.decay',
  autoRenewals: 'advert.panel.renew',
  autoResumes: 'advert.panel.resume',
  limitOff: 'history.change.limitOff',
  advertisingOff: 'history.change.advertisingOff',
  knockoutOff: 'history.change.knockoutOff',
  indexRelativeOff: 'history.change.indexRelativeOff',
  conditions: 'conditions.title',
}
