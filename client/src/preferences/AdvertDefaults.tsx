import { presetDurations } from '@aitai/engine/model/advert.ts'
import { hurdleOfStar, starsOf } from '@aitai/engine/rating/credibility.ts'
import { HurdleStars } from '../ui/advert-terms/HurdleStars.tsx'
import { MinimumSlider } from '../ui/advert-terms/MinimumSlider.tsx'
import { TransactionTypeChoice } from '../ui/advert-terms/TransactionTypeChoice.tsx'
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx'
import { Toggle } from '../ui/controls/Toggle.tsx'
import { GlossaryTerm } from '../ui/labels/GlossaryTerm.tsx'
import { useText } from '../ui/text/use-text.ts'
import type { PreferencesFormState } from './use-preferences-form.ts'

/** Duration, minimum and transaction types of a new IOI. */
export function AdvertDefaults({ form: { values, change, errorOf } }: { form: PreferencesFormState }) {
  const text = useText()
  const advert = values.advertPreferences
  const hurdle = advert.credibilityHurdle ?? 0
  return (
    <section className="preferences-part" aria-labelledby="preferences-advert">
      <h3 id="preferences-advert">{text('advert.panel.advertPreferences')}</h3>
      <div className="preferences-fields">
        <SegmentedControl
          label={<GlossaryTerm word="duration">{text('advert.duration')}</GlossaryTerm>}
          value={advert.duration ?? presetDurations[0]}
          options={presetDurations.map((value) => ({ value, label: text(`advert.duration.${value}`) }))}
          onChoose={(duration) => change('advertPreferences.duration', duration)}
        />
        <MinimumSlider
          percent={advert.minQuantity ?? 0}
          error={errorOf('advertPreferences.minQuantity')}
          onChange={(percent) => change('advertPreferences.minQuantity', percent)}
        />
        <TransactionTypeChoice
          label={<GlossaryTerm word="transactionType">{text('advert.panel.ownType')}</GlossaryTerm>}
          type={advert.transactionType ?? 'CASH_ONLY'}
          onChoose={(type) => change('advertPreferences.transactionType', type)}
        />
        <HurdleStars
          hurdle={hurdle}
          hurdleOf={(star) => hurdleAfter(hurdle, star)}
          onChange={(chosen) => change('advertPreferences.credibilityHurdle', chosen)}
        />
        <TransactionTypeChoice
          label={<GlossaryTerm word="contraType">{text('advert.contraType')}</GlossaryTerm>}
          type={advert.contraTransactionType ?? 'CASH_ONLY'}
          onChoose={(type) => change('advertPreferences.contraTransactionType', type)}
        />
        <div>
          <Toggle
            label={text('advert.panel.decay')}
            on={advert.quantityDecay}
            onToggle={(on) => change('advertPreferences.quantityDecay', on)}
          />
          <p className="terms-hint">{text('advert.panel.decay.hint')}</p>
        </div>
      </div>
    </section>
  )
}

/** The distance between two stars. */
const step = 20

/**
 * The hurdle after a star is clicked: a filled one sets its own smallest hurdle, at least 10; an empty one
 * adds 20 for every star that it fills.
 */
export function hurdleAfter(hurdle: number, star: number): number {
  const filled = starsOf(Math.max(1, hurdle))
  return star <= filled ? hurdleOfStar(star) : hurdle + step * (star - filled)
}
