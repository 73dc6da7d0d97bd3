declare module 'virtual:theme.css';
declare module '@fontsource-variable/inter/wght.css';
