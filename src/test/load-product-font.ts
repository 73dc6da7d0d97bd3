import './product-font.css';

// The product's font is loaded before tests, because measured sizes must not depend on the fonts of the machine.
await document.fonts.load("16px 'Inter Variable'", 'Aa0#');
