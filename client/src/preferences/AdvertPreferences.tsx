import { durations } from '@aitai/engine/advert.ts'
import { Choice } from '../ui/Choice.tsx'
import { HurdleStars } from '../ui/HurdleStars.tsx'
import { MinimumSlider } from '../ui/MinimumSlider.tsx'
import { Term } from '../ui/Term.tsx'
import { Toggle } from '../ui/Toggle.tsx'
import { TransactionTypes } from '../ui/TransactionTypes.tsx'
import { useText } from '../ui/text.ts'
import { hurdleAfter } from './hurdle-steps.ts'
import type { Form } from './use-preferences-form.ts'

/** How long, how small and with whom a new IOI may meet (specification 3, 5). */
export function AdvertPreferences({ form: { values, change, errorOf } }: { form: Form }) {
  const text = useText()
  const advert = values.advertPreferences
  const hurdle = advert.credibilityHurdle ?? 0
  return (
    <section className="preferences-part" aria-labelledby="preferences-advert">
      <h3 id="preferences-advert">{text('advert.panel.advertPreferences')}</h3>
      <div className="preferences-fields">
        <Choice
          label={<Term word="duration">{text('advert.duration')}</Term>}
          value={advert.duration ?? durations[0]}
          options={durations.map((value) => ({ value, label: text(`advert.duration.${value}`) }))}
          onChoose={(duration) => change('advertPreferences.duration', duration)}
        />
        <MinimumSlider
          percent={advert.minQuantity ?? 0}
          error={errorOf('advertPreferences.minQuantity')}
          disabled={false}
          onChange={(percent) => change('advertPreferences.minQuantity', percent)}
        />
        <TransactionTypes
          label={<Term word="transactionType">{text('advert.panel.ownType')}</Term>}
          type={advert.transactionType ?? 'CASH_ONLY'}
          onChoose={(type) => change('advertPreferences.transactionType', type)}
        />
        <HurdleStars
          hurdle={hurdle}
          disabled={false}
          hurdleOf={(star) => hurdleAfter(hurdle, star)}
          onChange={(chosen) => change('advertPreferences.credibilityHurdle', chosen)}
        />
        <TransactionTypes
          label={<Term word="contraType">{text('advert.contraType')}</Term>}
          type={advert.contraTransactionType ?? 'CASH_ONLY'}
          onChoose={(type) => change('advertPreferences.contraTransactionType', type)}
        />
        <div>
          <Toggle
            label={text('advert.panel.decay')}
            on={advert.quantityDecay}
            onTurn={(on) => change('advertPreferences.quantityDecay', on)}
          />
          <p className="terms-hint">{text('advert.panel.decay.hint')}</p>
        </div>
      </div>
    </section>
  )
}
