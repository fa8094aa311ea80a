import { Suspense, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { lazyWithTexts } from '../../../ui/text/lazy.ts'
import { useText } from '../../../ui/text/use-text.ts'

export const LazyReceiptPopup = lazyWithTexts(
  async () => (await import('./ReceiptPopup.tsx')).ReceiptPopup,
  'evidence',
)

interface Props {
  agreementId: string
  /** Why it opens nothing now. */
  dimmedBecause?: string | null | undefined
}

/** Opens the signed receipt of an agreement. */
export function ReceiptButton({ agreementId, dimmedBecause }: Props) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button dimmedBecause={dimmedBecause} onClick={() => setOpen(true)}>
        {text('agreement.receipt')}
      </Button>
      {isOpen && (
        <Suspense>
          <LazyReceiptPopup agreementId={agreementId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
