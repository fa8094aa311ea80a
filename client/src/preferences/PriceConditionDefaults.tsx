import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { useUser } from '../shared/store/current-user.ts'
import { TriggerRow } from '../ui/advert-terms/TriggerRow.tsx'
import { NumberField } from '../ui/controls/NumberField.tsx'
import { formatPercent, indexRange, offsetRange } from '../ui/format/percent.ts'
import { useText } from '../ui/text/use-text.ts'
import { conditionFields, parseOffset, priceConditionNames } from './price-conditions.ts'
import type { PreferencesFormState } from './use-preferences-form.ts'

/**
 * Offsets from the close, each with its switch. A condition that is off cannot be edited and shows the saved
 * value.
 */
export function PriceConditionDefaults({ form }: { form: PreferencesFormState }) {
  const text = useText()
  return (
    <section className="preferences-part" aria-labelledby="preferences-price">
      <h3 id="preferences-price">{text('advert.panel.priceConditions')}</h3>
      {priceConditionNames.map((condition) => (
        <Condition key={condition} condition={condition} {...form} />
      ))}
    </section>
  )
}

function Condition({
  condition,
  values,
  ...form
}: PreferencesFormState & { condition: (typeof priceConditionNames)[number] }) {
  const text = useText()
  const { status, offset } = conditionFields(condition)
  const isOn = values.priceConditions[status]
  const range = condition === 'indexRelative' ? indexRange : offsetRange
  return (
    <TriggerRow
      label={text(`advert.panel.${condition}`)}
      means={text(`preferences.${condition}.means`)}
      on={isOn}
      onToggle={(on) => {
        // When off, it shows the saved value; when on, it starts with a value that may be saved.
        form.change(`priceConditions.${offset}`, form.saved.priceConditions[offset])
        form.change(`priceConditions.${status}`, on)
      }}
      caution={condition === 'advertising' && isOn && <LowRating />}
    >
      <NumberField
        id={`preferences-${offset}`}
        label={text(condition === 'indexRelative' ? 'advert.panel.lead' : 'preferences.offset')}
        unit="%"
        value={values.priceConditions[offset]}
        show={formatPercent}
        parse={parseOffset}
        invalid={text('advert.panel.percent.invalid', range)}
        missing={text('field.required')}
        error={form.errorOf(`priceConditions.${offset}`)}
        hint={isOn ? text('advert.panel.percent.range', range) : null}
        disabled={!isOn}
        onCommit={(percent) => form.change(`priceConditions.${offset}`, percent)}
      />
      {/* Beside the field, which pales with all of its own words. */}
      {!isOn && <p className="trigger-row-note">{text('preferences.switchOn')}</p>}
    </TriggerRow>
  )
}

/** A rating too low to arm an advertising trigger does not prevent preferring one, because it may rise. */
function LowRating() {
  const text = useText()
  const rating = useUser()?.credibilityRating ?? null
  const { armingRating } = defaultLimits
  if (rating === null || rating >= armingRating) return null
  return <p className="preferences-caution">{text('preferences.lowRating', { rating, armingRating })}</p>
}
