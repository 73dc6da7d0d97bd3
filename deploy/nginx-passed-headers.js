// The headers of the service's responses that nginx passes on. This script needs njs 0.7 or newer.

const PASSED = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'location',
  'retry-after',
  'x-correlation-id',
  'x-request-id',
  'x-total-count',
];

function passedHeaders(request) {
  for (const name in request.headersOut) {
    if (!PASSED.includes(name.toLowerCase())) delete request.headersOut[name];
  }
}

export default { passedHeaders };
