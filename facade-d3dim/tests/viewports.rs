//! Viewports over the guest dispatcher: what the runtime was found to do, call by call.

mod viewports {
    mod activation;
    mod clip;
    mod conversion;
    mod guest;
    mod hostile;
    mod lifetime;
    mod matrix;
    mod numbers;
    mod setters;
    mod state;
}
