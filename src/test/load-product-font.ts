import './product-font.css';

// Measured sizes must not depend on the fonts of the machine.
await document.fonts.load("16px 'Inter Variable'", 'Aa0#');
