import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { advertCan, isInLocate } from '@aitai/engine/adverts/advert.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ResidualButton } from './ResidualButton.tsx'
import type { TermsForm } from './use-terms-form.ts'

/** What a change of these terms would do just now, where that is not plain. */
export function TermsNote({ advert, terms }: { advert: Advert; terms: TermsForm }) {
  const text = useText()
  if (isInLocate(advert)) {
    return (
      <p className="terms-note" data-tone="located">
        {text('advert.editor.locked')}
      </p>
    )
  }
  if (terms.isModified && advertCan('modify', advert)) {
    return (
      <p className="terms-note">
        {text('advert.editor.edited')}
        <Button kind="quiet" onClick={() => terms.form.reset(terms.sent)}>
          {text('advert.editor.discard')}
        </Button>
      </p>
    )
  }
  if (advert.advertisementStatus === 'COMPLETED') {
    return (
      <div className="terms-note">
        {text('advert.editor.completed')}
        <ResidualButton advert={advert} />
      </div>
    )
  }
  return advert.advertisementStatus === 'DEAD' ? (
    <p className="terms-note">{text('advert.editor.ended')}</p>
  ) : null
}
