// Reports every violation of the content policy to the test, including those before there is a console.
addEventListener('securitypolicyviolation', (event) => {
  window.policyReport(`${event.violatedDirective} forbids ${event.blockedURI} on ${location.pathname}`)
})
