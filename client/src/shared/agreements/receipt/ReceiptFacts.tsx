import type { Receipt } from '@aitai/contract/evidence/evidence-formats.ts'
import type { ReactNode } from 'react'
import { formatMid, formatMoment, formatNumber, formatUtc } from '../../../ui/format/format.ts'
import { Side } from '../../../ui/labels/Side.tsx'
import { useLanguage, useText } from '../../../ui/text/use-text.ts'
import './receipt.css'

type Label = `receipt.${
  | ('security' | 'side' | 'quantity' | 'mid' | 'type' | 'institution' | 'buyer' | 'seller')
  | ('broker' | 'located' | 'agreed' | 'agreement' | 'installation' | 'key')}`

/** What a receipt attests. */
export function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const text = useText()
  const language = useLanguage()
  const time = (iso: string): ReactNode => (
    <span title={formatUtc(Date.parse(iso))}>{formatMoment(Date.parse(iso), language)}</span>
  )
  const facts: readonly (readonly [Label, ReactNode])[] = [
    ['receipt.security', `${receipt.security} ${receipt.securityName}`],
    ...(receipt.view === 'TRADER'
      ? ([
          ['receipt.side', <Side key="side" direction={receipt.side} />],
          ['receipt.quantity', `${formatNumber(receipt.quantity)} ${text('common.shares')}`],
          ['receipt.mid', formatMid(Number(receipt.midPrice))],
          ['receipt.type', text(`receipt.type.${receipt.transactionType}`)],
          ['receipt.institution', receipt.institution],
        ] as const)
      : ([
          ['receipt.quantity', `${formatNumber(receipt.quantity)} ${text('common.shares')}`],
          ['receipt.mid', formatMid(Number(receipt.midPrice))],
          [
            'receipt.buyer',
            `${receipt.buyInstitution} (${text(`receipt.type.${receipt.buyTransactionType}`)})`,
          ],
          [
            'receipt.seller',
            `${receipt.sellInstitution} (${text(`receipt.type.${receipt.sellTransactionType}`)})`,
          ],
        ] as const)),
    ['receipt.broker', receipt.broker],
    ['receipt.located', time(receipt.locatedAt)],
    ['receipt.agreed', time(receipt.agreedAt)],
    ['receipt.agreement', <code key="agreement">{receipt.agreementId}</code>],
    ['receipt.installation', receipt.installation],
    ['receipt.key', <code key="key">{receipt.keyId}</code>],
  ]
  return (
    <dl className="receipt-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{text(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
