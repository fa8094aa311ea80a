import type { IoiCounts as Counts } from '@aitai/contract/schemas/credibility.ts'
import { useIoiCountsQuery } from '../app/api/accounts-api.ts'
import { intervals } from '../intervals.ts'
import { formatNumber } from '../ui/format/format.ts'
import { useText } from '../ui/text/use-text.ts'

const shown = ['upload', 'cancel', 'locate', 'accept', 'decline', 'timeout', 'triggerCancel'] as const

const none: Counts = { upload: 0, cancel: 0, locate: 0, accept: 0, decline: 0, timeout: 0, triggerCancel: 0 }

/** What became of the trader's IOIs (specification 2): asked for every 5 seconds, zero until then. */
export function IoiCounts() {
  const text = useText()
  const { data: counts = none } = useIoiCountsQuery(undefined, { pollingInterval: intervals.ioiCountsPoll })
  return (
    <section aria-labelledby="profile-counts">
      <h2 id="profile-counts">{text('profile.tab.ioi-counts')}</h2>
      <p className="profile-lead">{text('profile.counts.lead')}</p>
      <dl className="profile-counts">
        {shown.map((name) => (
          <div key={name}>
            <dt>{text(`profile.counts.${name}`)}</dt>
            <dd>{formatNumber(counts[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
