/** The fictitious address of the demo's service. Requests to this address do not leave the browser. */
export const DEMO_SERVICE_ADDRESS = 'https://prices.example.com/papi';
