import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { useWhyNotMatchingQuery } from '../shared/api/desk-api.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { intervals } from '../shared/intervals.ts'
import { Dropdown } from '../ui/controls/Dropdown.tsx'
import { useFailureText, useLanguage, useText } from '../ui/text/use-text.ts'
import { isExplained, matchBlockerText } from './reason-text.ts'
import './why-not-matching.css'

interface Props {
  advert: Advert
  equity: Equity | undefined
}

/**
 * "Why is mine not matching": lists what keeps an active advert from being matched. The server derives it from
 * the trader's own and public facts alone (docs/rules.md §15). Polled only while the dropdown is open.
 */
export function WhyNotMatching({ advert, equity }: Props) {
  const text = useText()
  if (!isExplained(advert)) return null
  return (
    <Dropdown
      className="why-not"
      label={text('whyNot.title')}
      name={text('whyNot.open')}
      trigger={text('whyNot.open')}
    >
      <Reasons id={advert.id} tickSize={equity?.tickSize ?? 0.1} />
    </Dropdown>
  )
}

function Reasons({ id, tickSize }: { id: string; tickSize: Yen }) {
  const text = useText()
  const textOf = useFailureText()
  const language = useLanguage()
  const { data: reasons, isError } = useWhyNotMatchingQuery(
    { id },
    { pollingInterval: intervals.whyNotPoll, refetchOnMountOrArgChange: true },
  )
  const now = serverClock.now()
  return (
    <div className="why-not-reasons">
      <h2>{text('whyNot.title')}</h2>
      <div aria-live="polite">
        {isError && <p className="why-not-unavailable">{text('whyNot.unavailable')}</p>}
        {!isError && reasons && (
          <ul>
            {reasons.map((reason) => (
              <li key={reason.code} data-reason={reason.code}>
                {matchBlockerText(reason, { tickSize, now, language, textOf })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="why-not-source">{text('whyNot.source')}</p>
    </div>
  )
}
