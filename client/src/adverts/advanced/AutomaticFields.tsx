import { minuteDurations, mostRenewals, mostResumes } from '@aitai/engine/model/advert.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { formatAlternatives } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

interface Props {
  /** 0 for never. */
  times: number
  onChange: (times: number) => void
}

/** How often an IOI is sent again when it expires; `canRenew` says whether its duration lets it. */
export function RenewalsField({ canRenew = true, ...field }: Props & { canRenew?: boolean }) {
  const text = useText()
  const renewable = useRenewableText()
  return (
    <TimesField
      {...field}
      label={text('advert.panel.renew')}
      hint={canRenew ? text('advert.panel.renew.hint') : renewable}
      most={mostRenewals}
      disabled={!canRenew}
    />
  )
}

/** Which durations an IOI needs to be renewed. */
export function useRenewableText(): string {
  const text = useText()
  const minutes = formatAlternatives(minuteDurations, useLanguage())
  return text('advert.panel.renew.duration', { minutes })
}

/** How often an IOI is resumed after a locate that only the contra missed. */
export function ResumesField(field: Props) {
  const text = useText()
  return (
    <TimesField
      {...field}
      label={text('advert.panel.resume')}
      hint={text('advert.panel.resume.hint')}
      most={mostResumes}
    />
  )
}

interface TimesFieldProps extends Props {
  label: string
  hint: string
  most: number
  disabled?: boolean
}

function TimesField({ label, hint, times, most, disabled = false, onChange }: TimesFieldProps) {
  const text = useText()
  const options = Array.from({ length: most + 1 }, (_, count) => ({
    value: String(count),
    label: count === 0 ? text('review.off') : text('advert.panel.times', { count }),
  }))
  return (
    <div>
      <Select
        value={String(times)}
        onChange={(value) => onChange(Number(value))}
        {...{ label, options, disabled }}
      />
      <p className="terms-hint">{hint}</p>
    </div>
  )
}
