import { type Receipt, receiptFormat } from '@aitai/contract/evidence/evidence-formats.ts'
import {
  bytesOfBase64Url,
  type EvidenceFault,
  type EvidenceKey,
  idOfKey,
  verifyEvidence,
} from '@aitai/contract/evidence/verify-evidence.ts'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ReceiptFacts } from '../shared/agreements/receipt/ReceiptFacts.tsx'
import { usePublicEvidenceQuery } from '../shared/api/accounts-api.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useText } from '../ui/text/use-text.ts'
import './verify-receipt.css'

type ReceiptCheck =
  | { readonly receipt: Receipt; readonly isGiven: boolean }
  | { readonly fault: EvidenceFault | 'NO_KEY' | 'UNSUPPORTED' }

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The receipt in the address of a QR code; empty without one. A damaged one becomes a text that no receipt is. */
function receiptIn(hash: string): string {
  if (hash.length < 2) return ''
  const bytes = bytesOfBase64Url(hash.slice(1))
  return bytes === null ? hash : decoder.decode(bytes)
}

/**
 * Verifies a receipt that was pasted, dropped, chosen or scanned, in the browser. The keys that the server shows are a
 * convenience: without a network, or without trust in them, the user enters one.
 */
export function VerifyReceiptPage() {
  const text = useText()
  const { hash } = useLocation()
  const [receipt, setReceipt] = useState(() => receiptIn(hash))
  const [openedHash, setOpenedHash] = useState(hash)
  const [given, setGiven] = useState('')
  const [hasBadKey, setBadKey] = useState(false)
  const known = usePublicEvidenceQuery().data?.keys ?? noKeys
  // A second code that is scanned into the same tab changes the fragment only, which loads no page.
  if (hash !== openedHash) {
    setOpenedHash(hash)
    setReceipt(receiptIn(hash))
  }
  const key = given.trim()
  useEffect(() => {
    let isCurrent = true
    void isPublicKey(key).then((is) => isCurrent && setBadKey(key !== '' && !is))
    return () => {
      isCurrent = false
    }
  }, [key])
  const result = useReceiptCheck(receipt, key, known)
  const [current] = known
  return (
    <div className="entry-form verify-receipt">
      <h1>{text('receipt.verifyTitle')}</h1>
      <p>{text('receipt.verifyLead')}</p>
      <ReceiptInput value={receipt} onChange={setReceipt} />
      <Field
        label={text('receipt.publicKey')}
        autoComplete="off"
        spellCheck={false}
        value={given}
        onChange={({ target }) => setGiven(target.value)}
        error={hasBadKey ? text('receipt.keyInvalid') : null}
        hint={
          current ? text('receipt.keyHintKnown', { keyId: current.keyId }) : text('receipt.keyHintUnknown')
        }
      />
      {result ? <ReceiptCheckResult result={result} /> : null}
    </div>
  )
}

const noKeys: readonly (EvidenceKey & { readonly keyId: string })[] = []

const isPublicKey = async (key: string): Promise<boolean> => (await idOfKey(key).catch(() => null)) !== null

/** The result for the present text and keys; null until it is known, and without a text. */
function useReceiptCheck(receipt: string, given: string, known: readonly EvidenceKey[]): ReceiptCheck | null {
  const [result, setResult] = useState<ReceiptCheck | null>(null)
  useEffect(() => {
    let isCurrent = true
    setResult(null)
    if (receipt.trim() !== '')
      void verified(receipt, given, known).then((found) => isCurrent && setResult(found))
    return () => {
      isCurrent = false
    }
  }, [receipt, given, known])
  return result
}

async function verified(
  receipt: string,
  given: string,
  known: readonly EvidenceKey[],
): Promise<ReceiptCheck> {
  const keys = given === '' ? known : [{ publicKey: given, usedUntil: null }]
  try {
    const found = await verifyEvidence(new TextEncoder().encode(receipt), [receiptFormat], keys)
    if (found.valid) return { receipt: found.document, isGiven: given !== '' }
    return { fault: found.fault === 'UNKNOWN_KEY' && keys.length === 0 ? 'NO_KEY' : found.fault }
  } catch {
    // No Ed25519, or an address without https, where browsers have no cryptography.
    return { fault: 'UNSUPPORTED' }
  }
}

function ReceiptInput({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const text = useText()
  const fieldId = useId()
  const hintId = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined): Promise<void> => {
    if (file) onChange(decoder.decode(await file.arrayBuffer()))
  }
  const drop = (event: DragEvent): void => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    void read(file)
  }
  return (
    <div className="verify-receipt-input">
      <label htmlFor={fieldId}>{text('receipt.text')}</label>
      <textarea
        id={fieldId}
        rows={5}
        spellCheck={false}
        aria-describedby={hintId}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      />
      <div className="verify-receipt-file">
        <p id={hintId}>{text('receipt.textHint')}</p>
        <Button onClick={() => chooser.current?.click()}>{text('receipt.choose')}</Button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".json,.txt"
          aria-label={text('receipt.choose')}
          onChange={({ target }) => {
            void read(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
    </div>
  )
}

function ReceiptCheckResult({ result }: { result: ReceiptCheck }) {
  const text = useText()
  if ('fault' in result)
    return <FormMessage tone="error">{text(`receipt.fault.${result.fault}`)}</FormMessage>
  const { receipt, isGiven } = result
  return (
    <>
      <FormMessage tone="success">
        {text('receipt.valid', { keyId: receipt.keyId })}{' '}
        {text(isGiven ? 'receipt.validGiven' : 'receipt.validKnown')}
      </FormMessage>
      <ReceiptFacts receipt={receipt} />
    </>
  )
}
