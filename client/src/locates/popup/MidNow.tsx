import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { formatMid, formatSigned } from '../../ui/format/format.ts'
import { type TextKey, useText } from '../../ui/text/use-text.ts'

interface Move {
  /** Basis points since the locate: above 0 if the mid has risen. */
  readonly basisPoints: number
  readonly key: Extract<TextKey, `locate.basisPoints${string}`>
}

/**
 * How far the mid has moved from that of the locate: in the favour of the reader if it would cost more now to buy, or
 * bring less to sell.
 */
export function moveSince(
  { direction, midPrice }: Pick<LocateNotification, 'direction' | 'midPrice'>,
  midNow: Yen,
): Move {
  const basisPoints = midPrice > 0 ? ((midNow - midPrice) / midPrice) * 10_000 : 0
  const gain = direction === 'BUY' ? basisPoints : -basisPoints
  if (Math.abs(basisPoints) < 0.05) return { basisPoints, key: 'locate.basisPoints' }
  return { basisPoints, key: gain > 0 ? 'locate.basisPoints.for' : 'locate.basisPoints.against' }
}

interface MidNowProps extends Pick<LocateNotification, 'direction' | 'midPrice'> {
  midNow: Yen
}

/** The mid now, and its move since the locate. */
export function MidNow({ midNow, ...locate }: MidNowProps) {
  const text = useText()
  const { basisPoints, key } = moveSince(locate, midNow)
  return (
    <>
      {formatMid(midNow)}{' '}
      <span className="locate-move">{text(key, { value: formatSigned(basisPoints) })}</span>
    </>
  )
}
