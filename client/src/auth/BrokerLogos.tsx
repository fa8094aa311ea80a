import { intervals } from '../shared/intervals.ts'
import { contentUrl, installation } from '../ui/browser/installation.ts'
import { Carousel } from '../ui/controls/Carousel.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import './broker-logos.css'

/** The executing brokers, four at a time, in a loop. */
export function BrokerLogos() {
  const text = useText()
  const language = useLanguage()
  if (installation.brokers.length === 0) return null
  // Each twice, as specified: ten slides of five.
  const slides = [...installation.brokers, ...installation.brokers].map(({ name, logo }) => ({
    name: name[language],
    content: (
      <span className="broker-logo">
        <img src={contentUrl(logo)} alt={name[language]} height={36} />
      </span>
    ),
  }))
  return (
    <div className="broker-logos">
      <p className="broker-logos-title">{text('auth.brokers')}</p>
      <Carousel
        label={text('auth.brokers')}
        words={{
          back: text('auth.brokersBack'),
          on: text('auth.brokersOn'),
          pause: text('auth.brokersPause'),
          play: text('auth.brokersPlay'),
        }}
        slides={slides}
        visible={Math.min(4, installation.brokers.length)}
        interval={intervals.loginCarousel}
      />
    </div>
  )
}
