import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import { editorDefaults, normalizedPreferences } from '@aitai/engine/adverts/preferences.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { starsOf } from '@aitai/engine/rating/credibility.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { brokerNameIn } from '../ui/format/broker-name.ts'
import { withPercentSign } from '../ui/format/format.ts'
import { formatPercent } from '../ui/format/percent.ts'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { conditionFields, priceConditionNames } from './price-conditions.ts'

interface Props {
  saved: TraderDefaults
  /** After the form is left, the focus returns and the save is confirmed. */
  left: 'saved' | 'cancelled' | null
  onEdit: () => void
}

/** The defaults of new IOIs, read-only. */
export function PreferencesSummary({ saved, left, onEdit }: Props) {
  const text = useText()
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!left) return
    edit.current?.focus()
    // The form was left at its end. With what is around the button, not only its edge.
    edit.current?.scrollIntoView?.({ block: 'center' })
  }, [left])
  return (
    <div className="preferences-summary">
      <div className="preferences-head">
        <h2>{text('preferences.title')}</h2>
        <Button ref={edit} kind="secondary" onClick={onEdit}>
          {text('preferences.edit')}
        </Button>
      </div>
      {left === 'saved' && <FormMessage tone="success">{text('preferences.saved')}</FormMessage>}
      {wereNeverSaved(saved) && <NeverSaved />}
      {left !== 'saved' && !wereNeverSaved(saved) && (
        <p className="preferences-lead">{text('preferences.lead')}</p>
      )}
      <Prices saved={saved} />
      <Adverts saved={saved.advertPreferences} />
      <Path saved={saved.pathPreferences} />
    </div>
  )
}

/** Nothing below 10 can be saved, so a lower hurdle is the specification's default of 3. */
const wereNeverSaved = ({ advertPreferences }: TraderDefaults): boolean =>
  advertPreferences.credibilityHurdle < defaultLimits.credibilityHurdle.min

/** New IOIs of a user without saved preferences start with the editor's 50 and 150 instead of these. */
function NeverSaved() {
  const text = useText()
  const { minQuantity, duration } = editorDefaults.advertPreferences
  return (
    <p className="preferences-caution">
      {text('preferences.neverSaved', {
        minimum: minQuantity,
        duration: text(`advert.duration.${duration}`),
      })}
    </p>
  )
}

function Prices({ saved }: { saved: TraderDefaults }) {
  const text = useText()
  const proposed = normalizedPreferences(saved, defaultLimits).priceConditions
  return (
    <Part title={text('advert.panel.priceConditions')}>
      {priceConditionNames.map((condition) => {
        const { status, offset } = conditionFields(condition)
        const isOn = saved.priceConditions[status]
        const percent = formatPercent(isOn ? saved.priceConditions[offset] : proposed[offset])
        return (
          <Fact key={condition} name={text(`advert.panel.${condition}`)} isOff={!isOn}>
            {text(isOn ? 'preferences.on' : 'preferences.off', { percent })}
          </Fact>
        )
      })}
    </Part>
  )
}

function Adverts({ saved }: { saved: TraderDefaults['advertPreferences'] }) {
  const text = useText()
  const language = useLanguage()
  const stars = starsOf(saved.credibilityHurdle)
  const hurdle = Math.max(saved.credibilityHurdle, defaultLimits.credibilityHurdle.min)
  return (
    <Part title={text('advert.panel.advertPreferences')}>
      <Fact name={text('advert.duration')}>{text(`advert.duration.${saved.duration}`)}</Fact>
      <Fact name={text('advert.minimum')}>{withPercentSign(saved.minQuantity, language)}</Fact>
      <Fact name={text('advert.hurdle')}>
        <span
          className="preferences-stars"
          aria-hidden
        >{`${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}`}</span>
        <span className="visually-hidden">{text('advert.hurdle.stars', { stars, hurdle })}</span>
        <span aria-hidden>{text('advert.hurdle.rating', { hurdle })}</span>
      </Fact>
      <Fact name={text('advert.panel.ownType')}>{text(`common.${saved.transactionType}`)}</Fact>
      <Fact name={text('advert.contraType')}>{text(`common.${saved.contraTransactionType}`)}</Fact>
      <Fact name={text('advert.panel.decay')} isOff={!saved.quantityDecay}>
        {text(saved.quantityDecay ? 'preferences.isOn' : 'preferences.isOff')}
      </Fact>
    </Part>
  )
}

function Path({ saved: { brokers, ranked } }: { saved: TraderDefaults['pathPreferences'] }) {
  const text = useText()
  const language = useLanguage()
  return (
    <Part title={text('advert.panel.pathPreferences')}>
      <Fact name={text('advert.path.ranked')} isOff={!ranked}>
        {text(ranked ? 'preferences.isOn' : 'preferences.isOff')}
      </Fact>
      <Fact name={text('preferences.brokers')} isOff={brokers.length === 0}>
        {brokers.length === 0 ? (
          text('preferences.brokers.none', { max: defaultLimits.brokersPerAdvert })
        ) : (
          <ol className="preferences-brokers">
            {brokers.map(({ id, brokerName }, index) => (
              <li key={id}>
                {ranked && <span className="preferences-rank">{index + 1}</span>}
                {brokerNameIn(language, brokerName)}
              </li>
            ))}
          </ol>
        )}
      </Fact>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="preferences-part" aria-label={title}>
      <h3>{title}</h3>
      <dl className="preferences-facts">{children}</dl>
    </section>
  )
}

function Fact({ name, isOff = false, children }: { name: string; isOff?: boolean; children: ReactNode }) {
  return (
    <div data-off={isOff || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
