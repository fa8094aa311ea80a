import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { isTerminal } from '@aitai/engine/model/advert.ts'
import { formatNotional } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { netOf, sideTotals } from '../../ui/totals/side-totals.ts'

/** What is out at the moment, per side and net, at the foot of the list. */
export function ListTotals({ adverts }: { adverts: readonly Advert[] }) {
  const text = useText()
  const out = adverts.filter((advert) => !isTerminal(advert) && advert.advertisementStatus !== 'UNSENT')
  const totals = sideTotals(out)
  const net = netOf(totals)
  if (totals.length === 0) return null
  return (
    <p className="advert-totals">
      {totals.map(({ direction, count, jpynotional }) => (
        <span key={direction}>
          <Side direction={direction} />{' '}
          {text('advert.list.total', { count, jpy: formatNotional(jpynotional) })}
        </span>
      ))}
      {net && (
        <span className="advert-net">
          {text('advert.list.net')} <Side direction={net.direction} /> JPY {formatNotional(net.jpynotional)}
        </span>
      )}
    </p>
  )
}
