import type { Receipt } from '@aitai/contract/evidence/evidence-formats.ts'
import { base64UrlOf } from '@aitai/contract/evidence/verify-evidence.ts'
import { createPortal } from 'react-dom'
import { downloadFile } from '../../../ui/browser/download.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FormMessage } from '../../../ui/labels/FormMessage.tsx'
import { QrCode } from '../../../ui/labels/QrCode.tsx'
import { Popup } from '../../../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../../../ui/text/use-text.ts'
import { useAgreementReceiptQuery } from '../../api/desk-api.ts'
import { isCallFailure } from '../../api/failure.ts'
import { ReceiptFacts } from './ReceiptFacts.tsx'
import './receipt.css'

/** The address of the page that verifies a receipt, which is in the fragment: browsers send that to no server. */
export const receiptAddress = (installation: string, receipt: string): string =>
  `${installation}/verify-receipt#${base64UrlOf(new TextEncoder().encode(receipt))}`

/** A receipt with its QR code, to download and to print. */
export function ReceiptPopup({ agreementId, onClose }: { agreementId: string; onClose: () => void }) {
  const text = useText()
  const failureText = useFailureText()
  const { data, error, refetch } = useAgreementReceiptQuery({ connectionAgreementId: agreementId })
  const receipt = data && (JSON.parse(data.receipt) as Receipt)
  return (
    <Popup
      title={text('receipt.title')}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('common.close')}</Button>
          {data && receipt ? (
            <>
              <Button onClick={() => window.print()}>{text('receipt.print')}</Button>
              <Button
                kind="primary"
                onClick={() => downloadFile(fileNameOf(receipt), data.receipt, 'application/json')}
              >
                {text('receipt.download')}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      {isCallFailure(error) ? (
        <>
          <FormMessage tone="error">{failureText(error)}</FormMessage>
          <Button onClick={() => void refetch()}>{text('common.retry')}</Button>
        </>
      ) : data && receipt ? (
        <>
          <ReceiptSheet receipt={receipt} signed={data.receipt} />
          {createPortal(
            <article className="printed-receipt">
              <h1>{text('receipt.title')}</h1>
              <ReceiptSheet receipt={receipt} signed={data.receipt} />
            </article>,
            document.body,
          )}
        </>
      ) : (
        <p role="status">{text('receipt.loading')}</p>
      )}
    </Popup>
  )
}

function ReceiptSheet({ receipt, signed }: { receipt: Receipt; signed: string }) {
  const text = useText()
  const { installation } = receipt
  return (
    <div className="receipt">
      <p className="receipt-lead">{text('receipt.lead', { installation })}</p>
      <div className="receipt-body">
        <ReceiptFacts receipt={receipt} />
        <QrCode link={receiptAddress(installation, signed)} label={text('receipt.qr')} ecc="L" />
      </div>
      <p className="receipt-note">{text('receipt.scan')}</p>
    </div>
  )
}

const fileNameOf = ({ security, agreementId }: Receipt): string =>
  `receipt-${security}-${agreementId.replace(/[^\w-]/g, '').slice(0, 8)}.json`
